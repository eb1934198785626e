// What is wrong with the address of a page, over its main part, for pages that have no place of their own for it.

export class NoticeList {
  readonly #root = document.createElement('div');

  constructor() {
    this.#root.className = 'notices';
    this.#root.setAttribute('role', 'status');
    document.getElementById('main')!.prepend(this.#root);
  }

  add(notice: string): void {
    const line = document.createElement('p');
    line.className = 'plain-message';
    line.textContent = notice;
    this.#root.append(line);
  }

  clear(): void {
    this.#root.replaceChildren();
  }
}
