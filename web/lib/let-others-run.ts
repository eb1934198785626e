// How long work shares its thread: in the page, so that it stays alive; in Node, so that a key that stops it is heard.

/** Waits for one turn of the event loop; unlike a timer, a message is not delayed in a background tab. */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
