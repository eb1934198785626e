// Copying as far as a page may: by the clipboard, by the command of old, or, where both are refused, by selecting the text so
// that the keyboard can copy it.

/** Copies what stands in a field. 'selected': nothing could be copied, but the text is selected. */
export async function copyText(
  field: HTMLInputElement | HTMLTextAreaElement,
): Promise<'copied' | 'selected'> {
  try {
    // Missing where the page is not from a safe origin, whatever its type says.
    await (navigator.clipboard as Clipboard | undefined)!.writeText(field.value);
    return 'copied';
  } catch {
    field.focus();
    field.select();
    return copySelection() ? 'copied' : 'selected';
  }
}

function copySelection(): boolean {
  try {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- it works where the clipboard does not
    return document.execCommand('copy');
  } catch {
    return false;
  }
}
