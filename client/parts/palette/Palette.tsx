import '#client/frame/storeForms.ts'
import '#client/frame/people.ts'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useLocation } from 'react-router'
import { useApi, useMay } from '#client/runtime/ConsoleContext.tsx'
import { openModal } from '#client/ui/focus/topDialog.ts'
import { useSearch } from '#client/ui/inputs/useSearch.ts'
import { amongParam, findParam, paletteLink } from '#client/shell/finding.ts'
import type { Among } from '#client/shell/finding.ts'
import { takeTyped } from '#client/shell/typedAhead.ts'
import { useAround } from './around.ts'
import { nothing, records, stillCalled, visitedStores } from './find.ts'
import type { Findings, Loaded } from './find.ts'
import { wordsOf } from './matching.ts'
import { ofThisPage } from './ofPage.ts'
import { pages, rest, without } from './offers.ts'
import type { Item } from './offers.ts'
import type { Allows } from './recordActions.ts'
import { Results } from './Results.tsx'
import { paletteWords as say } from './words.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as styles from './Palette.css.ts'

export { load } from './find.ts'

type Props = {
  among: Among
  loaded: Loaded | null
  onClose: (to?: string) => void
}

/** Finds pages, actions and records by typing (screens.md, "The shell"): a form with links, then a combobox. What it leads to may be itself, among stores alone: then it begins anew. */
export const Palette = ({ among, loaded, onClose }: Props) => (
  <Finder key={among} loaded={loaded?.among === among ? loaded : null} {...{ among, onClose }} />
)

function Finder({ among, loaded, onClose }: Props) {
  const { allows, here, around } = useSurroundings()
  const api = useApi()
  const dialog = useDialog()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState(loaded?.text ?? '')
  const [at, setAt] = useState(0)
  const [live, setLive] = useState(false)
  const [ofPage, setOfPage] = useState<Item[]>([])
  const waits = useRef(false)
  const search = useSearch<Findings>(async (typed, signal) => [
    await records(api, typed, { among, here, allows }, signal),
  ])
  const { ask } = search
  const [found = loaded?.findings ?? nothing] = search.found
  const failed = live ? search.state === 'failed' : loaded !== null && loaded.findings === null

  const isEmpty = wordsOf(text).length === 0
  const isSwitch = among === 'stores'
  const first = isSwitch
    ? live && isEmpty
      ? visitedStores(here)
      : []
    : isEmpty
      ? []
      : pages(text, allows)
  const asking = live && search.state === 'asking'
  // What was found by another text is none of this one's, unless it is called so too.
  const { groups: known, acts } = asking ? stillCalled(found, text) : found
  const groups = [
    ...first,
    ...without(first, known),
    ...rest(text, among, { allows, here, around, ofPage, live, acts }),
  ]
  const items = groups.flatMap((group) => group.items)
  const chosen = items[Math.min(at, items.length - 1)]
  useEffect(() => {
    setLive(true)
    setOfPage(ofThisPage())
    // What was typed before the script ran is kept, also what was typed for it.
    const ahead = takeTyped()
    const typed = (input.current?.value ?? '') + ahead.replaceAll('\n', '')
    waits.current ||= /.\n$/.test(ahead)
    if (input.current) input.current.value = typed
    setText(typed)
    ask(typed)
    input.current?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- asked once, when it opens: `ask` is another function each time
  }, [])
  useEffect(() => {
    list.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'nearest' })
  }, [at])

  function open(item: Item | undefined, inNewTab = false) {
    if (!item) return
    if (inNewTab && item.to !== '') return void window.open(item.to, '_blank', 'noopener')
    // As if clicked: what opens over the page listens to links.
    document.getElementById(optionId(items.indexOf(item)))?.click()
  }
  function pick(item: Item, isHeard: boolean) {
    if (isHeard && item.stays) return
    const ofPage = item.presses?.isConnected ? item.presses : null
    onClose(isHeard || item.submits || ofPage ? undefined : item.to)
    ofPage?.click()
    const form = item.submits ? document.getElementById(item.submits) : null
    if (form instanceof HTMLFormElement) form.requestSubmit()
  }
  // What is under way may be what is meant: Enter waits for it, unless something was chosen by hand.
  const answered = useEffectEvent(() => {
    if (waits.current) open(chosen)
    waits.current = false
  })
  useEffect(() => {
    if (live && !asking) answered()
  }, [live, asking])

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && items.length > 0) {
      setAt((items.length + Math.min(at, items.length - 1) + step) % items.length)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      const isNewTab = event.ctrlKey || event.metaKey
      if (asking && at === 0 && first.length === 0 && !isNewTab) waits.current = true
      else open(chosen, isNewTab)
    } else return
    event.preventDefault()
  }

  function type(typed: string) {
    setText(typed)
    setAt(0)
    waits.current = false
    ask(typed)
  }

  const label = among === 'stores' ? say.stores : say.title
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
        {hiddenParams(here.search, among).map(([name, value]) => (
          <input key={name + value} type="hidden" name={name} value={value} />
        ))}
        <input
          ref={input}
          type="text"
          enterKeyHint="go"
          name={findParam}
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
            'aria-activedescendant': chosen ? optionId(items.indexOf(chosen)) : undefined,
          })}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="submit" className={styles.plain}>
          {say.submit}
        </button>
        <a href={closeAddress(here)} className={styles.plain}>
          {say.close}
        </a>
      </form>
      <Results
        ref={list}
        groups={groups}
        words={wordsOf(text)}
        chosen={chosen}
        live={live}
        label={label}
        optionId={optionId}
        onPick={pick}
      />
      <div role="status" className={styles.says}>
        {failed
          ? say.failed
          : [
              isSwitch && isEmpty && asking && say.asking,
              !isEmpty && (asking ? say.asking : items.length === 0 && say.none(text)),
              found.failed.length > 0 && say.partly(found.failed.join(', ')),
              found.more && (isEmpty ? say.moreOfAll : say.more),
            ]
              .filter(Boolean)
              .join(' ')}
      </div>
      <p className={styles.foot} aria-hidden="true">
        {say.keys.map(([key, does]) => (
          <span key={key}>
            {key} {does}
          </span>
        ))}
      </p>
    </dialog>
  )
}

const optionId = (at: number) => `palette-${at}`

function useSurroundings() {
  const allows: Allows = useMay()
  return { allows, here: useLocation(), around: useAround() }
}

/** Modal from when its script runs; before it is closed the focus goes back to where it was. */
function useDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.close()
    return element ? openModal(element) : undefined
  }, [])
  return dialog
}

const hiddenParams = (search: string, among: Among) => [
  ...[...new URLSearchParams(search)].filter(([name]) => name !== findParam && name !== amongParam),
  ...(among === 'stores' ? [[amongParam, 'stores'] as const] : []),
]

/** The page without the palette. */
export const closeAddress = (here: { pathname: string; search: string }): string =>
  paletteLink(here).replace(/[?&]find=$/, '')
