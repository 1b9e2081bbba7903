/**
 * Reads the body of another server's response, within bounded memory.
 * @throws TypeError if it is longer than `atMost` bytes.
 */
export async function boundedText(answer: Response, atMost: number): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.byteLength
    if (size > atMost) throw new TypeError('The answer is too long.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
