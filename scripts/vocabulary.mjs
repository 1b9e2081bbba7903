import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, root } from './process.mjs'

/**
 * Retired names that only insiders understood, each with the field's own term. None has another meaning in code. See
 * docs/glossary.md.
 * @type {[retired: RegExp, instead: string][]}
 */
export const retired = [
  [/\bHappenings?\b|\bhappenings\b(?!['" ])/, 'domain event'],
  [/\.announce\(/, 'publish'],
  [/\bholdings\.ts\b|\bHoldings?\b|\bheldOf\b/, 'personal-data register'],
  [/\bctx\.tell\b|\bctx\.later\b|\bshowTyping\b/, 'ctx.invalidate, ctx.enqueue, ctx.broadcastTyping'],
  [/\bStagedCtx\b/, 'MultiStepCtx'],
  [/\b[bB]ackstage\w*\b|\bworkshop\(/, 'job context, transaction scope'],
  [/\b(open)?FairGate\b|\bfair-gate\b|\bopenGate\b/, 'keyed limiter, semaphore'],
  [/\bwatchPace\b/, 'minimum upload rate'],
  [
    /\b[bB]areAnswers?\b|\bquick-answers\b|\bfile-answers\b/,
    'raw socket responses, serializer, file responses',
  ],
  [/\bgiveBack\b|\bopenAside\b|\bweighed?\(/, 'restore, quarantine, hash and count'],
  [/\bopenLane\b|\bkeepProcess\b|\bLane</, 'worker queue, supervisor'],
  [/\bweaveOf\b|\btonesOf\b|\bemptinessOf\b/, 'moire detection, colour statistics, blank page'],
  [/\bAccountTools\b|\bownAccount\b/, 'dependencies, profile'],
  [
    /\bparticularsTold\b|\bmatterTold\b|\bdocumentDoubted\b/,
    'detailsDeclared, matterDescribed, verificationWithdrawn',
  ],
  [/\btrialsRoutes\b|\bTrialForm\b|features\/trials\b/, 'document-check sandbox'],
  [/\bonArrival\b|\bonRefused\b|\battendance\.ts\b/, 'load events, unauthorized events, user activity'],
  [
    /\buseNamed\b|\buseFound\b|\buseFollow\b|<Reveal\b/,
    'deep-link target, search select, autoscroll, unthrottled Suspense',
  ],
  [/\bstrangersApart\b|\botherVoices\b|\bworriedApart\b|\bheldOut\b/, 'dev and holdout sets'],
  [
    /\bcase_events\b|\bcase_numbers\b|\bsignature_matters\b|\bmail_gathered\b/,
    'matter_events, matter_numbers, letter_subjects, mail_digest_entries',
  ],
  [
    /\bCase(Id|Row|Event|EventKind|File|Status|Act)\b|\bcasesFeature\b|features\/cases\b|\bFirmCase\b/,
    'matter, command',
  ],
  [/\bWhoseMove\b|\bmoveWords\b|\bmovedAt\b/, 'assignee, next action'],
  [/\bwithSettled\b|\bnoFacts\b|\bPaperOutcome\b|\bwithPaper\b|\bhearVerdict\b/, 'resolved, state, document'],
  [/\b(firmT|t)oldAt\b|\bsealed(Key|Sha256|Url)\b/, 'notified, declared, signed, encrypted'],
  [/\bopenHouse\b|\bwatchForComplaints\b/, 'browser fixture, console errors'],
  [/\bpatience\b|\b(open)?KeyDesk\b|\bMailRoad\b|\blookOf\b/, 'timeout, authenticator, transport, skeleton'],
  [/\bregisterTable\b|\bReachUs\b|\braiseSeal\b/, 'personal data, contact line, augment'],
  [/\bDayOffers\b|\boffersO[fn]\b|\bhasOffers\b|\bFieldWords\b/, 'slots of a day, choices, props of a field'],
  [/\bfrail-?[wW]riter\b|\bpatient-?[iI]nspector\b/, 'fault-injecting writer, inspector with a long timeout'],
]

/**
 * Returns where a text still uses a retired name, as "path:line: name → term".
 * @param {string} path
 * @param {string} text
 */
export const retiredIn = (path, text) =>
  [path, ...text.split('\n')].flatMap((line, at) =>
    retired.flatMap(([pattern, instead]) => {
      const found = pattern.exec(line)
      return found ? [`${path}:${at}: ${found[0]} → ${instead}`] : []
    }),
  )

const ownFiles = ['scripts/vocabulary.mjs', 'scripts/vocabulary.test.ts']

const folders = ['contract', 'inspector', 'server', 'web', 'scripts', 'bench', 'e2e', 'docs']

/** Returns every use of a retired name in the sources and documents. */
export const retiredNames = () =>
  filesBelow(folders)
    .filter((path) => /\.(tsx?|mjs|md)$/.test(path) && !ownFiles.includes(path))
    .flatMap((path) => retiredIn(path, readFileSync(join(root, path), 'utf8')))
