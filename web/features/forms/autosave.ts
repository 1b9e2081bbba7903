import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Draft, type DraftValues, forms, noneRead, type SharedDraft } from '#contract/forms/forms.ts'
import { mergeDrafts } from '#contract/forms/merge-drafts.ts'
import { Problem, type ProblemCode } from '#contract/kit/problem.ts'
import { type TaskId, tasks } from '#contract/tasks.ts'
import { ask } from '#web/platform/ask.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { hasSignedOut, useUser } from '#web/platform/session.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { useClosed } from './hooks.ts'
import { type Base, baseOf, type Unsaved, unsavedOf } from './unsaved.ts'

/** A draft is saved this long after the last change, in milliseconds. */
export const typingPause = 1_000
const firstRetry = 2_000
export const longestRetry = 10_000

type Typed = Pick<Draft, 'formData' | 'step'>

/**
 * A draft that failed is tried again, unless the portal has refused what it says. The first that is saved after one has
 * failed is `recovered`.
 */
type SaveState = 'idle' | 'saving' | 'saved' | 'recovered' | 'failed' | 'refused'

/** A draft merged from what was typed here and what was typed elsewhere meanwhile. */
export interface MergedDraft {
  merged: ReturnType<typeof mergeDrafts>
  /** The values that both started from. */
  base: DraftValues
  /** The values typed here. */
  mine: DraftValues
  theirs: Draft
}

interface Loaded extends Typed {
  base: Base
  /** What this device could not save when the form was last open. */
  unsaved: Unsaved | undefined
  /** Set if others share the draft. Undefined if nobody else sees it. */
  shared: SharedDraft | undefined
  /** Shows what was typed elsewhere meanwhile. Returns the form's values then. */
  showMerged: (mergedDraft: MergedDraft) => DraftValues
  /** Shows which answers cannot even be saved: they are too long, or have characters that nobody can see. */
  showInvalid: () => void
}

/** Whether two answers of one field are the same. One that was never given is empty. */
export const isSameAnswer = (a: unknown, b: unknown) => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')

const areSameAnswers = (a: DraftValues, b: DraftValues) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => isSameAnswer(a[name], b[name]))

/** Returns the state of saving, which is not "saved" while the form differs from what was sent last. */
function useSaveState(opened: DraftValues) {
  const [state, setState] = useState<SaveState>('idle')
  const [failures, setFailures] = useState(0)
  const sent = useRef(opened)
  const current = useRef(opened)
  const hasFailed = useRef(false)
  const fail = (failed: 'failed' | 'refused') => {
    hasFailed.current = true
    setState(failed)
    setFailures((count) => count + 1)
  }
  return {
    shown: {
      state,
      /** Milliseconds until a draft that failed is tried again. Null if none did. */
      retryIn: state === 'failed' ? Math.min(firstRetry * 2 ** (failures - 1), longestRetry) : null,
      failures,
      /** Called with the form's values after each change, by the user or by the page. */
      changed: (formData: DraftValues) => {
        current.current = formData
        if (!areSameAnswers(formData, sent.current))
          setState((shown) => (shown === 'saved' || shown === 'recovered' ? 'idle' : shown))
      },
    },
    begin: (formData: DraftValues) => {
      sent.current = formData
      // What has failed is not called on its way until it has arrived.
      setState((shown) => (shown === 'failed' ? shown : 'saving'))
    },
    /** Called once a draft is saved. `isMore` says that a newer one waits to be sent. */
    end: ({ isMore }: { isMore: boolean }) => {
      const isSaved = !isMore && areSameAnswers(current.current, sent.current)
      setState(isSaved ? (hasFailed.current ? 'recovered' : 'saved') : 'idle')
      setFailures(0)
      if (isSaved) hasFailed.current = false
    },
    fail,
  }
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

const passing: readonly ProblemCode[] = [
  'unavailable',
  'internal',
  'too_many',
  'storage_full',
  'unauthenticated',
]

/** What saving the drafts of one open form knows. */
type Saver = ReturnType<typeof useSaver>

function useSaver(id: TaskId, loaded: Loaded) {
  const { formData, step, base, unsaved, shared } = loaded
  return {
    id,
    // It is no longer shared once the others are taken off the case.
    shared: useRef(shared),
    showMerged: loaded.showMerged,
    showInvalid: loaded.showInvalid,
    cache: useQueryClient(),
    storage: unsavedOf(useUser().id, id),
    saving: useSaveState(formData),
    // What could not be saved before has to be sent, although nothing is typed.
    known: useRef(unsaved ? '' : JSON.stringify({ formData, step })),
    queue: useRef<Promise<unknown>>(Promise.resolve()),
    next: useRef<Typed | null>(null),
    base: useRef(base),
    unanswered: useRef(unsaved?.unanswered ?? []),
    isPrivate: useRef(unsaved?.isPrivate ?? shared?.isPrivate ?? false),
    isStarted: useRef(false),
    hasToasted: useRef(false),
    isClosed: useClosed(),
  }
}

const isOwn = ({ shared, isPrivate }: Saver) => shared.current === undefined || isPrivate.current

const ownBasis = ({ base }: Saver) => ({
  basedOn: dateOf(base.current.savedAt),
  basedOnAnswers: dateOf(base.current.submittedAt),
})

/** What others typed into the shared draft is not in the form of a client who keeps theirs private. */
const sharedBasis = ({ base, isPrivate }: Saver) => ({
  draftVersion: isPrivate.current ? noneRead : base.current.version,
})

const basisOf = (saver: Saver) => ({
  ...(saver.shared.current && {
    shared: { version: saver.base.current.version, isPrivate: saver.isPrivate.current },
  }),
  ...(isOwn(saver) && ownBasis(saver)),
})

/** Fetches the draft that was saved elsewhere and merges it with this one, so that nothing of either is lost. */
async function mergeWithSaved(
  { id, base, shared, unanswered, showMerged }: Saver,
  typedHere: () => DraftValues,
) {
  const theirs = await ask(forms.draft, { id })
  // The user may have typed on meanwhile.
  const mine = typedHere()
  const previous = base.current
  base.current = baseOf(theirs)
  shared.current = theirs.shared
  const isByUser = theirs.shared?.isPrivate !== false || theirs.shared.savedBy?.isYou === true
  // A save that the portal has carried out, and whose answer never came.
  if (isByUser && unanswered.current.some((values) => areSameAnswers(values, theirs.formData)))
    return { formData: mine, isOurs: true }
  const merged = mergeDrafts(previous.formData, mine, theirs.formData)
  return { formData: showMerged({ merged, base: previous.formData, mine, theirs }), isOurs: false }
}

/** Keeps a draft on this device before it is sent, but nothing of a user who has signed out. */
function remember({ cache, storage, base, unanswered, isPrivate }: Saver, typed: Typed) {
  const last = unanswered.current.at(-1)
  // A draft that is sent again and again must not push out those before it.
  if (last === undefined || !areSameAnswers(last, typed.formData))
    unanswered.current = [...unanswered.current, typed.formData].slice(-mostUnanswered)
  if (hasSignedOut(cache)) return
  const sent = { base: base.current, unanswered: unanswered.current, isPrivate: isPrivate.current }
  storage.write({ ...typed, ...sent })
}

async function send(saver: Saver, typed: Typed, { isMerged = false } = {}): Promise<void> {
  const { id, cache, saving, next } = saver
  saving.begin(typed.formData)
  try {
    const draft = await ask(forms.saveDraft, { id, ...typed, ...basisOf(saver) })
    saver.base.current = baseOf(draft)
    saver.shared.current = draft.shared
    saver.unanswered.current = []
    saver.hasToasted.current = false
    cache.setQueryData(query(forms.draft, { id }).queryKey, (old) => old && withSaved(old, draft))
    if (next.current) remember(saver, next.current)
    else saver.storage.clear()
    saving.end({ isMore: next.current !== null })
    // The first draft starts its task.
    if (!saver.isStarted.current) await refresh(cache, [tasks.list])
    saver.isStarted.current = true
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // Merged once and refused again, it waits for the next try, which is not at once.
    if (error.reason === 'draft_changed' && !isMerged) return sendMerged(saver, typed)
    fail(saver, error)
  }
}

/** A draft that is no longer shared says nothing of it. */
const withSaved = ({ shared: _, ...read }: Draft, saved: Draft): Draft => ({ ...read, ...saved })

async function sendMerged(saver: Saver, typed: Typed): Promise<void> {
  const { next, known } = saver
  const newest = () => next.current ?? typed
  try {
    const { formData: merged } = await mergeWithSaved(saver, () => newest().formData)
    const { step: at } = newest()
    // What waited to be sent is part of the form's values, and lacks what was typed elsewhere.
    next.current = null
    known.current = JSON.stringify({ formData: merged, step: at })
    remember(saver, { formData: merged, step: at })
    await send(saver, { formData: merged, step: at }, { isMerged: true })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    fail(saver, error)
  }
}

function fail({ cache, saving, known, hasToasted, isClosed, showInvalid }: Saver, problem: Problem) {
  const isPassing = passing.includes(problem.code)
  known.current = ''
  saving.fail(isPassing ? 'failed' : 'refused')
  if (problem.code === 'invalid') showInvalid()
  if (hasSignedOut(cache)) return
  // Said once, not each time that it is tried again. Said once more when the form is closed, as nothing tries then.
  if (!hasToasted.current || !isPassing || isClosed.current)
    toast({
      title: 'Your answers are not saved yet',
      description: isPassing && isClosed.current ? keptHere : wordsOf(problem),
      variant: 'warning',
    })
  hasToasted.current = true
}

/** Once the case is closed, nothing is taken for the form. What was typed is needed again if the case is reopened. */
const wordsOf = ({ message, reason }: Problem) =>
  reason === 'case_closed' ? `${message} What you’ve typed is kept on this device.` : message

async function sendNext(saver: Saver) {
  const typed = saver.next.current
  saver.next.current = null
  if (typed) await send(saver, typed)
}

function keep(saver: Saver, typed: Typed) {
  const text = JSON.stringify(typed)
  if (text === saver.known.current) return
  saver.known.current = text
  saver.next.current = typed
  remember(saver, typed)
  saver.queue.current = saver.queue.current.then(() => sendNext(saver))
}

function keepPrivate(saver: Saver, wanted: boolean, typed: Typed) {
  saver.isPrivate.current = wanted
  saver.known.current = ''
  keep(saver, typed)
}

/** Saves drafts one after another. This device keeps a draft until the portal has acknowledged it. */
export function useAutosave(id: TaskId, loaded: Loaded) {
  const saver = useSaver(id, loaded)
  const { saving, queue, storage } = saver
  return {
    ...saving.shown,
    keep: (typed: Typed) => keep(saver, typed),
    mergeWithSaved: async (typedHere: () => DraftValues) => {
      const merged = await mergeWithSaved(saver, typedHere)
      saving.shown.changed(merged.formData)
      return merged
    },
    /** Returns what the client read, when a draft is submitted. */
    basisRead: () => ({
      ...(isOwn(saver) && ownBasis(saver)),
      ...(saver.shared.current && sharedBasis(saver)),
    }),
    /** Hides what is typed from the others from now on, or shows it to them again. */
    keepPrivate: (wanted: boolean, typed: Typed) => keepPrivate(saver, wanted, typed),
    /** Resolves when no request is under way. */
    settled: () => queue.current,
    /** Forgets the unsaved draft once the form is submitted. */
    forget: storage.clear,
  }
}

/** How many drafts are remembered that were sent without an answer. */
const mostUnanswered = 20

const keptHere =
  'They’re kept on this device, and we’ll save them when you open the form here again. Logging out deletes them.'
