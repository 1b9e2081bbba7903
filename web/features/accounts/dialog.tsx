export { RecoveryCodeList } from './parts/recovery-codes.tsx'
export { AddAccount } from './parts/two-factor-setup.tsx'
