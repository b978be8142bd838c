import '../signedIn.ts'

/** What a picker does with script; loaded when its field is entered. */
export { Combobox } from '../ui/Combobox.tsx'
