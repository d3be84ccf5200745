/** Text made safe to stand in HTML, in elements and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

/** Sentences of ours with `code` and blank lines between paragraphs: all the markup they use. */
export const toParagraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((part) => `<p>${toInline(part)}</p>`)
    .join('')

export const toInline = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
