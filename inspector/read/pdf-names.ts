/** In a PDF name any character may be written as # and two hexadecimal digits. For a regular expression. */
export const spelled = (name: string) =>
  [...name].map((c) => `(?:${c}|#${c.charCodeAt(0).toString(16)})`).join('')

/** One character a byte. */
export const latin1 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
