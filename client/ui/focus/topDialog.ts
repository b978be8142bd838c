import { useSyncExternalStore } from 'react'

const open: HTMLDialogElement[] = []
const heard = new Set<() => void>()
const tell = () => heard.forEach((hear) => hear())

/** Makes a dialog modal; until the answer is called, it is over the page. */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  open.push(dialog)
  tell()
  return () => {
    open.splice(open.indexOf(dialog), 1)
    dialog.close()
    tell()
  }
}

const subscribe = (hear: () => void) => {
  heard.add(hear)
  return () => void heard.delete(hear)
}

/** The modal dialog over all others: nothing outside of it can be seen above it, or used. */
export const useTopDialog = (): HTMLDialogElement | null =>
  useSyncExternalStore(
    subscribe,
    () => open.at(-1) ?? null,
    () => null,
  )
