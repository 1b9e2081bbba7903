import { Problem } from '#contract/kit/problem.ts'

/** Returns the `Problem` with which a call was refused. Fails if it was accepted or threw something else. */
export const refusalOf = async (call: Promise<unknown> | (() => unknown)) => {
  try {
    await (typeof call === 'function' ? call() : call)
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, reason: error.reason, message: error.message }
    throw error
  }
  throw new Error('It was accepted.')
}
