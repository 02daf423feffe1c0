import { parse, type Route } from "./route";

/** Where the page is, kept in step with the address. */
class Where {
  route: Route = $state.raw(parse(location.hash));
  constructor() {
    addEventListener("hashchange", () => (this.route = parse(location.hash)));
  }
}

export const where = new Where();
