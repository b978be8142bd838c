import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { chosenParam, chosenText } from '#shared/engine/list/chosen.ts'
import type { Chosen } from '#shared/engine/list/chosen.ts'
import { listForm } from '../listProps.ts'
import type { Selection } from '../table/selection.ts'

/** Keeps what is chosen in the list's address, for a reload; all that `matched` are others once a search changes. */
export function useChosenInAddress(selection: Selection, chosen: Chosen, matched: string): void {
  const { pathname } = useLocation()
  useEffect(() => write(pathname, chosen))
  const left = useEffectEvent((_matched: string, from: string) => {
    if (selection.get() === 'all') selection.choose(null)
    if (selection.get() === null) write(from, null)
  })
  useEffect(() => () => left(matched, pathname), [matched, pathname])
  useEffect(() => {
    const form = document.getElementById(listForm)
    // Its boxes are for pages without a script.
    const leaveOut = ({ formData }: FormDataEvent) => formData.delete(chosenParam)
    form?.addEventListener('formdata', leaveOut)
    return () => form?.removeEventListener('formdata', leaveOut)
  }, [])
}

/** No page is loaded for it: the router knows the address without it. */
function write(pathname: string, chosen: Chosen | null): void {
  const { history, location } = window
  const params = new URLSearchParams(location.search)
  const text = chosen && chosenText(chosen)
  if (location.pathname !== pathname || params.get(chosenParam) === text) return
  params.delete(chosenParam)
  const rest = params.toString().replaceAll('%5B', '[').replaceAll('%5D', ']')
  const search = [rest, text && `${chosenParam}=${text}`].filter(Boolean).join('&')
  history.replaceState(history.state, '', pathname + (search && `?${search}`) + location.hash)
}
