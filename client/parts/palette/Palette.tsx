import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useLocation } from 'react-router'
import { useApi, useCan } from '#client/runtime/ConsoleContext.tsx'
import { openModal } from '#client/ui/focus/useTopDialog.ts'
import { useSearch } from '#client/ui/inputs/useSearch.ts'
import { paletteScopeParam, paletteParam, buildPaletteUrl } from '#client/shell/paletteUrl.ts'
import type { PaletteScope } from '#client/shell/paletteUrl.ts'
import { readKeyBuffer } from '#client/shell/keyBuffer.ts'
import { useFrameActions } from './useFrameActions.ts'
import { usePageActions } from './usePageActions.ts'
import { searchRecords } from './searchRecords.ts'
import type { PaletteData } from './searchRecords.ts'
import { filterEarlierResults, noResults } from './searchResults.ts'
import type { SearchResults } from './searchResults.ts'
import { listVisitedStores } from './searchStores.ts'
import { getSearchWords } from './matching.ts'
import {
  buildGroupsAfterRecords,
  findPlaces,
  hasClose,
  omitListedItems,
  rankGroups,
} from './paletteItems.ts'
import type { PaletteItem } from './paletteItem.ts'
import type { AccessCheck } from './paletteItem.ts'
import { PaletteResults } from './PaletteResults.tsx'
import { paletteMessages } from './messages.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as styles from './Palette.css.ts'

export { load } from './searchRecords.ts'

type Props = {
  among: PaletteScope
  loaded: PaletteData | null
  onClose: (leaves?: boolean) => void
}

/**
 * Finds pages, actions, and records (screens.md, "The shell"): a form with links without
 * JavaScript, a combobox with it. Resets when a result opens the palette again, limited to stores.
 */
export const Palette = ({ among, loaded, onClose }: Props) => (
  <PaletteDialog
    key={among}
    loaded={loaded?.among === among ? loaded : null}
    {...{ among, onClose }}
  />
)

function PaletteDialog({ among, loaded, onClose }: Props) {
  const { allows, here, around, ofPage } = usePaletteContext()
  const api = useApi()
  const dialog = usePaletteDialog()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState(loaded?.text ?? '')
  const [index, setIndex] = useState(0)
  const [live, setLive] = useState(false)
  const waits = useRef(false)
  const search = useSearch<SearchResults>(async (typed, signal) => [
    await searchRecords(api, typed, { among, here, allows }, signal),
  ])
  const { ask } = search
  const [found = loaded?.findings ?? noResults] = search.found
  const failed = live ? search.state === 'failed' : loaded !== null && loaded.findings === null

  const isEmpty = getSearchWords(text).length === 0
  const isSwitch = among === 'stores'
  const first = isSwitch
    ? live && isEmpty
      ? listVisitedStores(here)
      : []
    : isEmpty
      ? []
      : findPlaces(text, allows, here)
  const isSearching = live && search.state === 'asking'
  // Until the new search returns, only earlier results that also match the new text are shown.
  const { groups: knownGroups, acts } = isSearching ? filterEarlierResults(found, text) : found
  const after = buildGroupsAfterRecords(text, among, { allows, here, around, ofPage, live, acts })
  const listed = [...first, ...omitListedItems(first, knownGroups), ...after]
  const similar =
    isEmpty || isSwitch || isSearching || hasClose(listed)
      ? []
      : omitListedItems(listed, findPlaces(text, allows, here, true))
  const groups = isEmpty ? listed : rankGroups([...listed, ...similar])
  const items = groups.flatMap((group) => group.items)
  const selected = items[Math.min(index, items.length - 1)]
  useEffect(() => {
    setLive(true)
    // Keeps text that was typed into the input, or for it, before the script ran.
    const buffered = readKeyBuffer()
    const typed = (input.current?.value ?? '') + buffered.replaceAll('\n', '')
    waits.current ||= /.\n$/.test(buffered)
    if (input.current) input.current.value = typed
    setText(typed)
    ask(typed)
    input.current?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, on opening; `ask` changes on every render
  }, [])
  useEffect(() => {
    list.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'nearest' })
  }, [index])

  function open(item: PaletteItem | undefined, inNewTab = false) {
    if (!item) return
    if (inNewTab && item.to !== '') return void window.open(item.to, '_blank', 'noopener')
    // A click, which overlays and the frame listen for.
    document.getElementById(getOptionId(items.indexOf(item)))?.click()
  }
  function pick(item: PaletteItem, isHeard: boolean) {
    if (isHeard && item.stays) return
    onClose(!isHeard && item.to !== '')
    const form = item.submits ? document.getElementById(item.submits) : null
    if (form instanceof HTMLFormElement) form.requestSubmit()
  }
  // The running search may find the intended item, so Enter waits for it unless the operator
  // selected an item with the arrow keys.
  const onSearchDone = useEffectEvent(() => {
    if (waits.current) open(selected)
    waits.current = false
  })
  useEffect(() => {
    if (live && !isSearching) onSearchDone()
  }, [live, isSearching])

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && items.length > 0) {
      setIndex((items.length + Math.min(index, items.length - 1) + step) % items.length)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      const isNewTab = event.ctrlKey || event.metaKey
      if (isSearching && index === 0 && first.length === 0 && !isNewTab) waits.current = true
      else open(selected, isNewTab)
    } else return
    event.preventDefault()
  }

  function handleTyping(typed: string) {
    setText(typed)
    setIndex(0)
    waits.current = false
    ask(typed)
  }

  const label = among === 'stores' ? paletteMessages.stores : paletteMessages.title
  return (
    <dialog
      ref={dialog}
      open
      className={styles.dialog}
      aria-label={label}
      closedby="any"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <form className={styles.top} role="search" onSubmit={(event) => event.preventDefault()}>
        <span className={`${styles.glass} ${glyph.search}`} />
        {getHiddenParams(here.search, among).map(([name, value]) => (
          <input key={name + value} type="hidden" name={name} value={value} />
        ))}
        <input
          ref={input}
          type="text"
          enterKeyHint="go"
          name={paletteParam}
          className={styles.input}
          defaultValue={loaded?.text}
          placeholder={`${label}...`}
          aria-label={label}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          {...(live && {
            role: 'combobox',
            'aria-expanded': true,
            'aria-autocomplete': 'list' as const,
            'aria-controls': 'palette-list',
            'aria-activedescendant': selected ? getOptionId(items.indexOf(selected)) : undefined,
          })}
          onChange={({ currentTarget }) => handleTyping(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="submit" className={styles.plain}>
          {paletteMessages.submit}
        </button>
        <a href={buildUrlWithoutPalette(here)} className={styles.plain}>
          {paletteMessages.close}
        </a>
      </form>
      <PaletteResults
        ref={list}
        groups={groups}
        words={getSearchWords(text)}
        chosen={selected}
        live={live}
        label={label}
        optionId={getOptionId}
        onPick={pick}
      />
      <div role="status" className={styles.says}>
        {failed
          ? paletteMessages.failed
          : [
              isSwitch && isEmpty && isSearching && paletteMessages.asking,
              !isEmpty &&
                (isSearching
                  ? paletteMessages.asking
                  : items.length === 0 && paletteMessages.none(text)),
              !isSearching &&
                found.more &&
                (isEmpty ? paletteMessages.moreOfAll : paletteMessages.more),
            ]
              .filter(Boolean)
              .join(' ')}
      </div>
      <p className={styles.foot} aria-hidden="true">
        {paletteMessages.keys.map(([key, does]) => (
          <span key={key}>
            {key} {does}
          </span>
        ))}
      </p>
    </dialog>
  )
}

const getOptionId = (index: number) => `palette-${index}`

function usePaletteContext() {
  const allows: AccessCheck = useCan()
  return { allows, here: useLocation(), around: useFrameActions(), ofPage: usePageActions() }
}

/** Makes the dialog modal once its script runs. Closing restores the focus. */
function usePaletteDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.close()
    return element ? openModal(element) : undefined
  }, [])
  return dialog
}

const getHiddenParams = (search: string, among: PaletteScope) => [
  ...[...new URLSearchParams(search)].filter(
    ([name]) => name !== paletteParam && name !== paletteScopeParam,
  ),
  ...(among === 'stores' ? [[paletteScopeParam, 'stores'] as const] : []),
]

/** Builds the URL of the page without the palette. */
export const buildUrlWithoutPalette = (here: { pathname: string; search: string }): string =>
  buildPaletteUrl(here).replace(/[?&]find=$/, '')
