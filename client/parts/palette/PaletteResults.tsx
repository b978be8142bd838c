import type { HTMLAttributes, MouseEvent, Ref } from 'react'
import type { PaletteGroup, PaletteItem } from './paletteItem.ts'
import { Link } from '#client/ui/Link.tsx'
import { foldText } from './matching.ts'
import { paletteMessages } from './messages.ts'
import * as styles from './Palette.css.ts'

type Props = {
  ref: Ref<HTMLDivElement>
  groups: PaletteGroup[]
  words: string[]
  chosen: PaletteItem | undefined
  /**
   * Whether the script runs: the results are a combobox's list with it, a list of links without.
   */
  live: boolean
  label: string
  optionId: (at: number) => string
  /** `isHeard`: another listener already handles the link and opens it over the page. */
  onPick: (item: PaletteItem, isHeard: boolean) => void
}

/** Lists the results in groups. Options are links, so they can be opened in a new tab. */
export function PaletteResults({
  ref,
  groups,
  words,
  chosen,
  live,
  label,
  optionId,
  onPick,
}: Props) {
  const order = groups.flatMap(({ items }) => items)
  const getRole = (name: string) => (live ? { role: name } : {})
  return (
    <div
      ref={ref}
      id="palette-list"
      className={styles.list}
      {...getRole('listbox')}
      aria-label={label}
    >
      {groups.map(({ title, items }, index) => (
        <div key={title} {...getRole('group')} aria-labelledby={`palette-group-${index}`}>
          <p id={`palette-group-${index}`} className={styles.heading} {...getRole('presentation')}>
            {title}
          </p>
          <ul {...getRole('none')}>
            {items.map((item) => (
              <li key={item.to + item.label} {...getRole('none')}>
                <ResultOption
                  item={item}
                  id={optionId(order.indexOf(item))}
                  className={styles.option}
                  {...getRole('option')}
                  {...(live && { tabIndex: -1, 'aria-selected': item === chosen })}
                  data-part={item.of !== undefined || undefined}
                  {...(item.of !== undefined && {
                    'aria-label': paletteMessages.of(item.label, item.of),
                  })}
                  data-chosen={(live && item === chosen) || undefined}
                  onClick={(event) => handleOptionClick(event, (isHeard) => onPick(item, isHeard))}
                >
                  <span className={styles.name}>
                    {item.of === undefined ? highlightMatches(item.label, words) : item.label}
                  </span>
                  {item.detail && (
                    <span className={styles.detail}>{highlightMatches(item.detail, words)}</span>
                  )}
                </ResultOption>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

/** Renders a link, or a button that submits a form of the page. */
function ResultOption({
  item,
  children,
  ...rest
}: { item: PaletteItem } & HTMLAttributes<HTMLElement>) {
  const { to, submits, preventScrollReset, download } = item
  return to === '' ? (
    <button type={submits ? 'submit' : 'button'} form={submits} {...rest}>
      {children}
    </button>
  ) : (
    <Link {...{ to, preventScrollReset, download }} {...rest}>
      {children}
    </Link>
  )
}

/**
 * Handles plain clicks. The frame follows links after that. Clicks with a modifier key open a tab
 * or window, as for every link.
 */
function handleOptionClick(event: MouseEvent, open: (isHeard: boolean) => void) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const isHeard = event.defaultPrevented
  if (event.currentTarget instanceof HTMLButtonElement) event.preventDefault()
  open(isHeard)
}

/** Marks the matches in a text, ignoring accents and case as the search does. */
function highlightMatches(text: string, words: readonly string[]) {
  const letters = [...text].map((letter) => ({
    letter,
    plain: foldText(letter),
  }))
  const plain = letters.map((one) => one.plain).join('')
  const hit = new Set<number>()
  for (const word of words)
    for (let from = plain.indexOf(word); from >= 0; from = plain.indexOf(word, from + 1))
      for (let position = from; position < from + word.length; position++) hit.add(position)
  let position = 0
  const parts: { from: number; text: string; isHit: boolean }[] = []
  for (const [from, one] of letters.entries()) {
    const isHit = one.plain.length > 0 && hit.has(position)
    position += one.plain.length
    const last = parts.at(-1)
    if (last?.isHit === isHit) last.text += one.letter
    else parts.push({ from, text: one.letter, isHit })
  }
  return parts.map(({ from, text: part, isHit }) => (isHit ? <mark key={from}>{part}</mark> : part))
}
