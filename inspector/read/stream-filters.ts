import { pipeline } from 'node:stream'
import { constants, createInflate } from 'node:zlib'

export type Chunks = AsyncIterable<Uint8Array>
type Filter = (source: Chunks) => AsyncGenerator<Uint8Array>

const outputSize = 64 * 1024

/** Inflates chunk by chunk. Damaged or truncated data is unpacked as far as possible. */
export const flate: Filter = async function* (source) {
  const inflate = createInflate({ chunkSize: outputSize, finishFlush: constants.Z_SYNC_FLUSH })
  pipeline(source, inflate, () => {})
  try {
    for await (const chunk of inflate) yield chunk
  } catch {
    return
  } finally {
    inflate.destroy()
  }
}

/** Takes one byte and writes its output. Returns `false` at the end of the data. */
type Step = (byte: number, out: Output) => boolean | undefined

/** The most bytes that one input byte can produce. */
const slack = 8192

/** Builds a filter from a stateful function of one byte. */
const stepwise = (open: () => Step): Filter =>
  async function* (source) {
    const step = open()
    const out = openOutput()
    for await (const chunk of source) {
      for (const byte of chunk) {
        const isOver = step(byte, out) === false
        if (isOver || out.isFull()) yield out.take()
        if (isOver) return
      }
    }
    yield out.take()
  }

type Output = ReturnType<typeof openOutput>

const openOutput = () => {
  let bytes = Buffer.allocUnsafe(outputSize + slack)
  let used = 0
  return {
    isFull: () => used >= outputSize,
    put: (byte: number) => {
      bytes[used++] = byte
    },
    fill: (byte: number, times: number) => {
      bytes.fill(byte, used, used + times)
      used += times
    },
    /** Reserves `length` bytes of output and returns them for writing. */
    skip: (length: number) => {
      used += length
      return bytes.subarray(used - length, used)
    },
    take: () => {
      const full = bytes.subarray(0, used)
      bytes = Buffer.allocUnsafe(outputSize + slack)
      used = 0
      return full
    },
  }
}

/** Run-length decoding (PDF 1.7 §7.4.5). */
const runLength = stepwise(() => {
  let literals = 0
  let run = 0
  return (byte, out) => {
    if (literals > 0) {
      literals -= 1
      out.put(byte)
    } else if (run > 0) {
      out.fill(byte, run)
      run = 0
    } else if (byte < 128) literals = byte + 1
    else if (byte > 128) run = 257 - byte
    else return false
    return true
  }
})

const clearTable = 256
const endOfData = 257
const tableSize = 4096

/** LZW decoding (PDF 1.7 §7.4.4) with the default early change of the code width. */
const lzw = stepwise(() => {
  const before = new Int16Array(tableSize)
  const last = Uint8Array.from({ length: tableSize }, (_, code) => code & 255)
  const first = Uint8Array.from({ length: tableSize }, (_, code) => code & 255)
  const lengths = new Uint16Array(tableSize).fill(1)
  let [bits, held, width, next, previous] = [0, 0, 9, 258, -1]

  const remember = (letter: number) => {
    if (previous < 0 || next >= tableSize) return
    before[next] = previous
    last[next] = letter
    first[next] = first[previous] ?? 0
    lengths[next] = (lengths[previous] ?? 0) + 1
    next += 1
    if (next + 1 >= 1 << width && width < 12) width += 1
  }
  const write = (code: number, out: Output) => {
    const room = out.skip(lengths[code] ?? 0)
    let at = code
    for (let place = room.length - 1; place >= 0; place--) {
      room[place] = last[at] ?? 0
      at = before[at] ?? 0
    }
  }
  return (byte, out) => {
    bits = ((bits << 8) | byte) & 0xffffff
    held += 8
    if (held < width) return true
    held -= width
    const code = (bits >> held) & ((1 << width) - 1)
    if (code === endOfData || code > next) return false
    if (code === clearTable) {
      width = 9
      next = 258
      previous = -1
      return true
    }
    remember(first[code === next ? previous : code] ?? 0)
    write(code, out)
    previous = code
    return true
  }
})

const isSpace = (byte: number) => byte <= 32

/** ASCII base-85 decoding (PDF 1.7 §7.4.3). */
const ascii85 = stepwise(() => {
  let digits: number[] = []
  return (byte, out) => {
    if (isSpace(byte)) return true
    if (byte === 0x7a) out.fill(0, 4)
    else if (byte < 0x21 || byte > 0x75) {
      const missing = 5 - digits.length
      if (missing < 4) writeWord(digits.concat(Array(missing).fill(84)), 4 - missing, out)
      return false
    } else digits.push(byte - 0x21)
    if (digits.length < 5) return true
    writeWord(digits, 4, out)
    digits = []
    return true
  }
})

const writeWord = (digits: number[], length: number, out: Output) => {
  const word = digits.reduce((sum, digit) => sum * 85 + digit, 0)
  for (let place = 0; place < length; place++) out.put(Math.floor(word / 256 ** (3 - place)) & 255)
}

/** Hexadecimal decoding (PDF 1.7 §7.4.2). */
const asciiHex = stepwise(() => {
  let half = -1
  return (byte, out) => {
    if (isSpace(byte)) return true
    const digit = Number.parseInt(String.fromCharCode(byte), 16)
    if (Number.isNaN(digit)) return false
    if (half >= 0) out.put(half * 16 + digit)
    half = half >= 0 ? -1 : digit
    return true
  }
})

/** The filters that can expand a stream, or wrap one that does, by both names that readers know. */
export const filters: Record<string, Filter> = {
  FlateDecode: flate,
  Fl: flate,
  LZWDecode: lzw,
  LZW: lzw,
  RunLengthDecode: runLength,
  RL: runLength,
  ASCII85Decode: ascii85,
  A85: ascii85,
  ASCIIHexDecode: asciiHex,
  AHx: asciiHex,
}
