// What a browser's pages cost, by the processor's clock.
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** A function that tells the processor seconds of all pages of a browser so far, all their threads together. */
export async function processorOf(browser) {
  const pages = await renderers(browser);
  return async () => (await pages()).reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** The same of the threads that are workers, without those that compile, draw or keep house: Linux tells them apart. */
export async function processorOfWorkers(browser) {
  const pages = await renderers(browser);
  return async () => (await pages()).reduce((sum, { id }) => sum + workersOf(id), 0);
}

async function renderers(browser) {
  const session = await browser.newBrowserCDPSession();
  return async () => (await session.send("SystemInfo.getProcessInfo")).processInfo.filter(({ type }) => type === "renderer");
}

function workersOf(process) {
  const tasks = `/proc/${process}/task`;
  if (!existsSync(tasks)) throw new Error("there is no /proc to tell the time of a thread");
  const isWorker = (thread) => readFileSync(`${tasks}/${thread}/comm`, "utf8").startsWith("DedicatedWorker");
  const nanoseconds = (thread) => Number(readFileSync(`${tasks}/${thread}/schedstat`, "utf8").split(" ")[0]);
  return readdirSync(tasks).filter(isWorker).reduce((sum, thread) => sum + nanoseconds(thread) / 1e9, 0);
}
