/*
 * What most pages have, the sign-in page too: it stands in the one chunk that all of them load (scripts/fewChunks.mjs).
 * Only the entry imports this file.
 */
import '#shared/fields.ts'
import './styles/global.css.ts'
import './ui/Menu.tsx'
import './ui/Modal.tsx'
import './ui/StateMessage.tsx'
import './ui/TextInput.tsx'
import './ui/focusFirstInvalid.ts'
import './ui/useCommittedChange.ts'
