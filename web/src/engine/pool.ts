// Workers that share whatever there is to do.
import { Ended, Link } from "./link";
import { engineModule } from "./module";

/** Something for one worker to do. */
export interface Job {
  verb: string;
  request: string;
  done: (answer: string, link: Link) => void;
  /** Why there is no answer: a sentence of the engine, or the end of its worker. */
  failed: (why: Error) => void;
  heard?: (done: number, of: number) => void;
}

/** Whoever has jobs to give. */
export interface Source {
  /** The next job for this worker; none at the moment. */
  next(link: Link): Job | null;
}

interface Place {
  link: Link;
  busy: Source | null;
}

/** Whoever is told to stop has this long to come to the end of a piece. */
const GRACE = 80;

export class Pool {
  readonly size: number;
  #places: Place[] = [];
  #sources: Source[] = [];

  constructor(size: number) {
    this.size = Math.max(1, size);
  }

  /** Has a worker ready before somebody asks. */
  warm() {
    this.#places[0] ??= this.#hire(0);
  }

  add(source: Source) {
    this.#sources.push(source);
    this.wake();
  }

  /** Takes a source out. Workers that go on for it are ended, so that others need not wait. */
  remove(source: Source) {
    this.#sources = this.#sources.filter((other) => other !== source);
    const late = this.#places.filter((place) => place.busy === source);
    if (late.length === 0) return;
    setTimeout(() => {
      for (const place of late) if (place.busy === source) place.link.end("nobody waits for this any more");
    }, GRACE);
  }

  /** Gives jobs to whoever is idle. To be called whenever a source may have some. */
  wake() {
    for (let number = 0; number < this.size; number++) {
      const place = this.#places[number];
      if (place?.busy) continue;
      for (let turn = 0; turn < this.#sources.length; turn++) {
        // Each in turn: a long question does not keep a short one waiting.
        const source = this.#sources.shift() as Source;
        this.#sources.push(source);
        const free = place && !place.link.ended ? place : this.#hire(number);
        const job = source.next(free.link);
        if (!job) continue;
        void this.#work(free, source, job);
        break;
      }
    }
  }

  #hire(number: number): Place {
    const place: Place = { link: new Link(engineModule()), busy: null };
    this.#places[number] = place;
    return place;
  }

  async #work(place: Place, source: Source, job: Job) {
    place.busy = source;
    try {
      const answer = await place.link.call(job.verb, job.request, job.heard);
      place.busy = null;
      job.done(answer, place.link);
    } catch (why) {
      place.busy = null;
      job.failed(why instanceof Error ? why : new Ended(String(why)));
    }
    this.wake();
  }
}
