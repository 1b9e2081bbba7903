import { setNonce } from 'get-nonce'
import { Firm } from '#contract/settings.ts'

/** Returns the firm's details that the portal sent with the page, which saves a request. Null if it sent none. */
export const firmInPage = (): Firm | null => {
  const text = document.querySelector<HTMLMetaElement>('meta[name="firm"]')?.content
  return text ? (Firm.safeParse(JSON.parse(text)).data ?? null) : null
}

/** Returns the nonce of the page's content security policy. */
export const pageNonce = () =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined

/** Hands the nonce to the scroll lock of dialogs, which adds a style element. */
export const giveNonceToScrollLock = () => {
  const nonce = pageNonce()
  if (nonce) setNonce(nonce)
}
