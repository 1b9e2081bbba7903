import type { SignOn } from '#contract/sign-on.ts'

/** The settings of a provider of sign-ins that is not yet on. */
export const signOnOf = (facts: Partial<SignOn> = {}): SignOn => ({
  name: 'Microsoft',
  issuer: 'https://provider.example',
  clientId: 'portal',
  hasSecret: true,
  isFixed: false,
  isOn: false,
  joining: 'invited',
  groupsClaim: 'groups',
  scopes: '',
  groupRoles: [],
  trustsEmail: false,
  trustsSecondFactor: false,
  acrValues: '',
  redirectUrl: 'https://portal.example/auth/provider',
  signOutUrl: 'https://portal.example/auth',
  links: [],
  ...facts,
})
