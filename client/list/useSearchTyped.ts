import { useEffect, useEffectEvent, useRef } from 'react'
import type { ChangeEvent, KeyboardEvent } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { soughtFrom } from '#shared/engine/listQuery.ts'
import { listAddress, parseListView, withQuery } from '#shared/engine/listView.ts'
import type { ListView } from '#shared/engine/listView.ts'
import type { Resource } from '#shared/engine/resource.ts'

/** How long typing must rest before the list is searched, in milliseconds. */
const restMs = 250

/**
 * Searches while one types: the address follows the field, in place of the one before. What is typed outlasts whatever else
 * leads to another view of the list meanwhile; who goes back, or clears the search, finds the field as the address has it.
 * `more` are panels of this screen alone. Returns what the field is given.
 */
export function useSearchTyped(resource: Resource, view: ListView, more: readonly string[]) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** What was typed and is not in the address yet. */
  const typed = useRef<string>(null)
  const location = useLocation()
  const { location: next } = useNavigation()
  const navigate = useNavigate()

  const search = useEffectEvent(() => {
    const { pathname, search: query } = next ?? location
    if (typed.current === null || pathname !== location.pathname) return
    const there = parseListView(resource, new URLSearchParams(query), more)
    const address = listAddress(resource, withQuery(there, { search: typed.current }))
    void navigate(address, { replace: true, preventScrollReset: true })
  })

  function wait(ms: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(), ms)
  }

  const take = useEffectEvent((_address: string) => {
    const shown = view.query.search
    if (typed.current === shown) typed.current = null
    else if (typed.current !== null) wait(restMs)
    else if (field.current && soughtFrom(field.current.value) !== shown) field.current.value = shown
  })
  const address = location.pathname + location.search
  useEffect(() => take(address), [address])
  useEffect(() => {
    // What was typed before the script ran.
    const before = soughtFrom(field.current?.value ?? '')
    if (before !== soughtFrom(field.current?.defaultValue ?? '')) typed.current = before
    if (typed.current !== null) search()
    return () => clearTimeout(timer.current)
  }, [])

  return {
    ref: field,
    defaultValue: view.query.search,
    onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
      const text = soughtFrom(currentTarget.value)
      typed.current = text === view.query.search && !next ? null : text
      wait(restMs)
    },
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      if (event.key !== 'Enter') return
      event.preventDefault()
      wait(0)
    },
  }
}
