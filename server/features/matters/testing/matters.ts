/** A case that the firm starts, but for its client: the purchase of a flat, in which the firm is next. */
export const flatPurchase = {
  title: 'Purchase of a flat',
  type: 'Purchase',
  priority: 'high',
  description: 'Flat 4',
  whose: 'firm',
  nextStep: 'We check the lease',
} as const
