import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChangeEvent, KeyboardEvent } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { toSearchText } from '#shared/engine/list/listQuery.ts'
import { buildListUrl, parseListView, withQuery } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { PanelParams } from '#shared/engine/panels.ts'
import type { Resource } from '#shared/engine/resource.ts'

/** Pause in typing before the list is searched, in milliseconds. */
const listSearchDelayMs = 250

/** How long a page may show links of the previous view before it renders again, in milliseconds. */
const staleLinkMs = 1000

type TypedSearch = { text: string; at: number; arrived: boolean }

/**
 * Searches while the user types, replacing the URL. Typed text outlasts other views, but not going
 * back. Returns the field's props.
 */
export function useSearchInput(resource: Resource, view: ListView, panels: PanelParams) {
  const field = useRef<HTMLInputElement>(null)
  const [waiting, setWaiting] = useState<{ ms: number } | null>(null)
  const typed = useRef<TypedSearch>(null)
  const location = useLocation()
  const { location: next } = useNavigation()
  const navigate = useNavigate()

  const search = useEffectEvent(() => {
    const { pathname, search: query } = next ?? location
    const { text } = typed.current ?? {}
    if (text === undefined || pathname !== location.pathname) return
    const targetView = parseListView(resource, new URLSearchParams(query), panels)
    if (targetView.query.search === text) return
    const url = buildListUrl(resource, withQuery(targetView, { search: text }))
    void navigate(url, { replace: true, preventScrollReset: true })
  })

  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => search(), waiting.ms)
    return () => clearTimeout(timer)
  }, [waiting])
  const scheduleSearch = (ms: number) => setWaiting({ ms })

  const syncField = useEffectEvent((_address: string) => {
    const shown = view.query.search
    const { current } = typed
    if (current?.text === shown) current.arrived = true
    // A link pressed just now may be from the previous view.
    else if (current && !(current.arrived && Date.now() - current.at > staleLinkMs))
      scheduleSearch(listSearchDelayMs)
    else {
      typed.current = null
      if (field.current && toSearchText(field.current.value) !== shown) field.current.value = shown
    }
  })
  const url = location.pathname + location.search
  useEffect(() => syncField(url), [url])
  useEffect(() => {
    // Text typed before script ran.
    const initialText = toSearchText(field.current?.value ?? '')
    if (initialText === toSearchText(field.current?.defaultValue ?? '')) return
    typed.current = { text: initialText, at: Date.now(), arrived: false }
    search()
  }, [])

  return {
    ref: field,
    defaultValue: view.query.search,
    onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
      typed.current = { text: toSearchText(currentTarget.value), at: Date.now(), arrived: false }
      scheduleSearch(listSearchDelayMs)
    },
    // The pressed element navigates first.
    onBlur: () => waiting && scheduleSearch(listSearchDelayMs),
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      // The form is submitted, with everything else that is chosen in it.
      if (event.key === 'Enter') setWaiting(null)
    },
  }
}
