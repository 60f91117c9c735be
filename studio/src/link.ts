// A websocket that comes back: after a lost connection, and when a phone wakes up.

const address = (path: string): string => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;

export class Link {
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer: number | undefined;
  private ended = false;

  constructor(
    private readonly path: string,
    private readonly token: string,
    private readonly hear: (text: string) => void,
    private readonly state: (connected: boolean, why: string) => void,
  ) {
    this.open();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.hurry();
    });
  }

  /** Send a message; false where there is no connection. */
  send(message: unknown): boolean {
    return this.sendText(JSON.stringify(message));
  }

  sendText(text: string): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(text);
    return true;
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private open(): void {
    const socket = new WebSocket(address(this.path));
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      socket.send(JSON.stringify({ hello: this.token }));
      this.state(true, "");
    };
    socket.onmessage = (event) => this.hear(String(event.data));
    socket.onclose = (event) => {
      if (this.socket !== socket || this.ended) return;
      this.socket = null;
      this.state(false, event.reason);
      if (event.code === 4001) return;
      this.timer = window.setTimeout(() => this.open(), Math.min(5000, 250 * 2 ** this.tries++));
    };
  }

  private hurry(): void {
    if (this.ended || this.socket !== null) return;
    clearTimeout(this.timer);
    this.tries = 0;
    this.open();
  }
}

/** Questions of the author's page, each with its answer. */
export class Server {
  private readonly link: Link;
  private readonly open = new Map<number, { yes: (answer: never) => void; no: (error: Error) => void }>();
  private number = 0;

  constructor(token: string, changed: (names: string[]) => void, state: (connected: boolean, why: string) => void) {
    this.link = new Link(
      "/author",
      token,
      (text) => {
        const said = JSON.parse(text) as { id?: number; answer?: unknown; wrong?: string; changed?: string[] };
        if (said.changed) changed(said.changed);
        const asked = said.id === undefined ? undefined : this.open.get(said.id);
        if (asked === undefined || said.id === undefined) return;
        this.open.delete(said.id);
        if (said.wrong === undefined) asked.yes(said.answer as never);
        else asked.no(new Error(said.wrong));
      },
      (connected, why) => {
        if (!connected) {
          for (const asked of this.open.values()) asked.no(new Error("the connection to the studio is lost"));
          this.open.clear();
        }
        state(connected, why);
      },
    );
  }

  ask<T>(ask: string, more: Record<string, unknown> = {}): Promise<T> {
    return new Promise<T>((yes, no) => {
      const id = ++this.number;
      this.open.set(id, { yes: yes as (answer: never) => void, no });
      if (!this.link.send({ id, ask, ...more })) {
        this.open.delete(id);
        no(new Error("the studio does not answer: does it still run?"));
      }
    });
  }
}
