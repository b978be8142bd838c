// What other areas use.
export { creditUnits } from './approval.ts'
