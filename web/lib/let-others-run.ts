// How long work shares its thread: in the page, so that it stays alive; in Node, so that a key that stops it is heard.

/** Ports whose message is on its way. An engine may otherwise collect a port that nobody but its own handler knows of. */
const waiting = new Set<MessagePort>();

/** Waits for one turn of the event loop; unlike a timer, a message is not delayed in a background tab. */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    waiting.add(port1);
    port1.onmessage = () => {
      waiting.delete(port1);
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
