// How outcomes of actions are announced and undone.
export { formatFlashMessage, parseFlash } from '#shared/navigation/formatFlashMessage.ts'
export { undoFromNotification } from './undo.ts'
