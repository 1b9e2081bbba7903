import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { messageAttachments } from '../schema.ts'

const core = 'thanks?|thankyou|cheers|ta|thx|appreciated|noted|understood'
/** Words that may stand beside thanks without asking for anything. */
const beside =
  "hi|hello|dear|ok|okay|great|perfect|lovely|brilliant|wonderful|fantastic|excellent|good|many|so|very|much|a|lot|again|you|that|that['’]s|is|it|i|we|all|both|for|your|the|this|help|quick|reply|answer|message|letting|me|us|know|got|news|will|do|bye|kind|best|regards|have|nice|day|evening|weekend"
const between = '[\\s.,!;:()–-]+'
/** A name after the thanks, as in "Thank you, Priya". After a full stop it would be a sentence of its own. */
const lastName = "([a-z]),? [A-Z][a-z'’-]+[\\s.!]*$"
/** Longer than any thanks that hold nothing else. */
const longest = 120
const onlyThanks = `^[\\s.,!]*(?:(?:${beside})${between})*(?:${core})(?:${between}(?:${core}|${beside}))*[\\s.,!:;()–-]*$`

/** Selects whether a client's message only thanks its reader, by name or not, so that nobody waits for a reply to it. */
export const isThanks = ({ id, content }: Record<'id' | 'content', SQLWrapper>): SQL => sql`(
  length(${content}) <= ${longest}
  and (lower(${content}) ~ ${onlyThanks}
    or lower(regexp_replace(${content}, ${lastName}, '\\1')) ~ ${onlyThanks})
  and not exists (select from ${messageAttachments} where ${messageAttachments.messageId} = ${id}))`
