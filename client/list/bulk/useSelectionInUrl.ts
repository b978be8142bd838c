import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { selectedIdsParam, formatSelectedIds } from '#shared/engine/list/selectedIds.ts'
import type { SelectedIds } from '#shared/engine/list/selectedIds.ts'
import { listFormId } from '../listProps.ts'
import type { Selection } from '../table/selection.ts'

/**
 * Saves the selection in the list's URL for a reload. Selecting all matches ends when other rows
 * match.
 */
export function useSelectionInUrl(
  selection: Selection,
  selectedIds: SelectedIds,
  matchQuery: string,
): void {
  const { pathname } = useLocation()
  useEffect(() => writeSelection(pathname, selectedIds))
  const onLeave = useEffectEvent((_matched: string, from: string) => {
    if (selection.get() === 'all') selection.choose(null)
    if (selection.get() === null) writeSelection(from, null)
  })
  useEffect(() => () => onLeave(matchQuery, pathname), [matchQuery, pathname])
  useEffect(() => {
    const form = document.getElementById(listFormId)
    // The form's selection inputs are for pages without script.
    const removeSelection = ({ formData }: FormDataEvent) => formData.delete(selectedIdsParam)
    form?.addEventListener('formdata', removeSelection)
    return () => form?.removeEventListener('formdata', removeSelection)
  }, [])
}

/** Replaces the URL without loading a page. The router knows the URL without the selection. */
function writeSelection(pathname: string, selectedIds: SelectedIds | null): void {
  const { history, location } = window
  const params = new URLSearchParams(location.search)
  const text = selectedIds && formatSelectedIds(selectedIds)
  if (location.pathname !== pathname || params.get(selectedIdsParam) === text) return
  params.delete(selectedIdsParam)
  const rest = params.toString().replaceAll('%5B', '[').replaceAll('%5D', ']')
  const search = [rest, text && `${selectedIdsParam}=${text}`].filter(Boolean).join('&')
  history.replaceState(history.state, '', pathname + (search && `?${search}`) + location.hash)
}
