// What a browser's pages cost, by the processor's clock.

/** A function that tells the processor seconds of all pages of a browser so far, all their threads together. */
export async function processorOf(browser) {
  const session = await browser.newBrowserCDPSession();
  return async () => {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
}
