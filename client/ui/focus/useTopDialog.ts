import { useSyncExternalStore } from 'react'

const openDialogs: HTMLDialogElement[] = []
const dialogListeners = new Set<() => void>()
const notifyListeners = () => dialogListeners.forEach((listener) => listener())

/** Makes a dialog modal. It stays on top of the page until the returned function is called. */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  openDialogs.push(dialog)
  notifyListeners()
  return () => {
    openDialogs.splice(openDialogs.indexOf(dialog), 1)
    dialog.close()
    notifyListeners()
  }
}

/** Whether `openModal` opened this dialog. */
export const isOpenModal = (dialog: HTMLDialogElement): boolean => openDialogs.includes(dialog)

const subscribe = (listener: () => void) => {
  dialogListeners.add(listener)
  return () => void dialogListeners.delete(listener)
}

/** Returns the topmost modal dialog. Nothing outside it can be used or appear above it. */
export const useTopDialog = (): HTMLDialogElement | null =>
  useSyncExternalStore(
    subscribe,
    () => openDialogs.at(-1) ?? null,
    () => null,
  )
