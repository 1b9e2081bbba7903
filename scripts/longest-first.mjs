import { BaseSequencer } from 'vitest/node'

/** Journeys that take long though their files are small. */
export const longest = ['page-inventory', 'chat-stages', 'main', 'quick-check'].map(
  (name) => `e2e/${name}.spec.ts`,
)

/**
 * Which file to run when. In a fresh checkout Vitest goes by the size of the files, which says nothing about a
 * walk through every place: begun last, that ran alone at the end while the other core had nothing to do.
 * @param {import('vitest/node').Vitest} vitest
 * @returns {import('vitest/node').TestSequencer}
 */
function sequencer(vitest) {
  const usual = new BaseSequencer(vitest)
  return { shard: (files) => usual.shard(files), sort: async (files) => inOrder(await usual.sort(files)) }
}

const asked = /** @type {unknown} */ (sequencer)
/** As Vitest wants it: it says `new`, and is answered with an object all the same. */
export const LongestFirst = /** @type {import('vitest/node').TestSequencerConstructor} */ (asked)

/**
 * Projects stay together and in their order.
 * @template {{ moduleId: string, project: { name: string } }} S
 * @param {S[]} files
 */
export const inOrder = (files) =>
  [...new Set(files.map(({ project }) => project.name))].flatMap((name) => {
    const own = files.filter(({ project }) => project.name === name)
    return [...own.filter(isLong), ...own.filter((file) => !isLong(file))]
  })

const isLong = (/** @type {{ moduleId: string }} */ { moduleId }) =>
  longest.some((path) => moduleId.endsWith(path))
