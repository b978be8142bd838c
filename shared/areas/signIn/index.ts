// What other areas use.
export { resetPasswordMessages } from './passwordMessages.ts'
