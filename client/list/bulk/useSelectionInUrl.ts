import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { selectedIdsParam, formatSelectedIds } from '#shared/engine/list/selectedIds.ts'
import type { SelectedIds } from '#shared/engine/list/selectedIds.ts'
import { listFormId } from '../listProps.ts'
import type { Selection } from '../table/selection.ts'

/** Keeps what is chosen in the list's address, for a reload; all that `matched` are others once a search changes. */
export function useSelectionInUrl(
  selection: Selection,
  chosen: SelectedIds,
  matched: string,
): void {
  const { pathname } = useLocation()
  useEffect(() => writeSelection(pathname, chosen))
  const left = useEffectEvent((_matched: string, from: string) => {
    if (selection.get() === 'all') selection.choose(null)
    if (selection.get() === null) writeSelection(from, null)
  })
  useEffect(() => () => left(matched, pathname), [matched, pathname])
  useEffect(() => {
    const form = document.getElementById(listFormId)
    // Its boxes are for pages without a script.
    const leaveOut = ({ formData }: FormDataEvent) => formData.delete(selectedIdsParam)
    form?.addEventListener('formdata', leaveOut)
    return () => form?.removeEventListener('formdata', leaveOut)
  }, [])
}

/** No page is loaded for it: the router knows the address without it. */
function writeSelection(pathname: string, chosen: SelectedIds | null): void {
  const { history, location } = window
  const params = new URLSearchParams(location.search)
  const text = chosen && formatSelectedIds(chosen)
  if (location.pathname !== pathname || params.get(selectedIdsParam) === text) return
  params.delete(selectedIdsParam)
  const rest = params.toString().replaceAll('%5B', '[').replaceAll('%5D', ']')
  const search = [rest, text && `${selectedIdsParam}=${text}`].filter(Boolean).join('&')
  history.replaceState(history.state, '', pathname + (search && `?${search}`) + location.hash)
}
