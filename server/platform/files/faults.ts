import { Problem } from '#contract/problem.ts'

const mebibyte = 1024 * 1024

export const tooLarge = (limit: number) =>
  new Problem('too_large', `Please select a file smaller than ${sizeInWords(limit)}`, {
    reason: 'file_too_large',
  })

/** For a file that is missing, altered, or cannot be read just now; the cause is for the log alone. */
export const unreadable = (cause: unknown) =>
  because(
    cause,
    new Problem('unavailable', "We can't open this file right now. Please try again later.", again),
  )

/** Turns what the disk says into what a person is told, and leaves our own refusals as they are. */
export const onDisk = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    throw cause instanceof Problem ? cause : diskProblem(cause)
  }
}

export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

const again = { retryAfter: 5 }

const outOfSpace = new Set(['ENOSPC', 'EDQUOT'])

const diskProblem = (cause: unknown) =>
  because(
    cause,
    outOfSpace.has(codeOf(cause) ?? '')
      ? new Problem(
          'storage_full',
          "The portal has run out of space and couldn't keep your file. Please tell us.",
        )
      : new Problem('unavailable', "Our file storage isn't available right now. Please try again.", again),
  )

const because = (cause: unknown, problem: Problem) => Object.assign(problem, { cause })

const sizeInWords = (bytes: number) =>
  bytes < mebibyte ? `${bytes} bytes` : `${Math.floor(bytes / mebibyte)}MB`
