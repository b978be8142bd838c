import { lazyPart } from '../parts.ts'

/** The Reset Password modal with its machine: few visits change a password, so it is loaded when it is first asked for. */
export const resetPasswordPart = lazyPart({
  source: 'client/shell/ResetPasswordModal.tsx',
  isShown: () => false,
  load: () => import('./ResetPasswordModal.tsx'),
})
