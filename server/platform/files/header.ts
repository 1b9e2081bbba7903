/** What a sealed file begins with; `sealing.ts` says what each part is for. */
export const magic = Buffer.from('PTCO\x01', 'latin1')
const idSize = 8
export const saltSize = 16
export const prefixSize = 7

export const headerSize = magic.length + idSize + saltSize + prefixSize

export const isHeader = (header: Buffer) => header.subarray(0, magic.length).equals(magic)

/** Key id, salt and nonce prefix. */
export const partsOf = (header: Buffer) => {
  const salt = magic.length + idSize
  const prefix = salt + saltSize
  return [
    header.subarray(magic.length, salt),
    header.subarray(salt, prefix),
    header.subarray(prefix),
  ] as const
}

/** The id of the key that a file was sealed with, as the ring has it; null for what is no header of ours. */
export const keyIdOf = (header: Buffer) => (isHeader(header) ? partsOf(header)[0].toString('hex') : null)
