// The compiled engine: compiled once, and given to every worker.
import address from "./wasm/fracas_wasm_bg.wasm?url";

let compiled: Promise<WebAssembly.Module> | null = null;

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const streams = response.headers.get("content-type")?.startsWith("application/wasm");
  if (streams) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

export function engineModule(): Promise<WebAssembly.Module> {
  compiled ??= compile();
  // What could not be fetched may be there the next time.
  compiled.catch(() => (compiled = null));
  return compiled;
}
