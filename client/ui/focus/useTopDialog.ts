import { useSyncExternalStore } from 'react'

const openDialogs: HTMLDialogElement[] = []
const dialogListeners = new Set<() => void>()
const notifyListeners = () => dialogListeners.forEach((hear) => hear())

/** Makes a dialog modal; until the answer is called, it is over the page. */
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

const subscribe = (hear: () => void) => {
  dialogListeners.add(hear)
  return () => void dialogListeners.delete(hear)
}

/** The modal dialog over all others: nothing outside of it can be seen above it, or used. */
export const useTopDialog = (): HTMLDialogElement | null =>
  useSyncExternalStore(
    subscribe,
    () => openDialogs.at(-1) ?? null,
    () => null,
  )
