import { Problem } from '#contract/kit/problem.ts'

/** What a call was refused with; fails where it was not refused, or not by a sentence. */
export const refusalOf = async (call: Promise<unknown> | (() => unknown)) => {
  try {
    await (typeof call === 'function' ? call() : call)
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, reason: error.reason, message: error.message }
    throw error
  }
  throw new Error('It was accepted.')
}
