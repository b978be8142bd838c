import { useEffect, useRef } from 'react'
import type { ComponentPropsWithoutRef, KeyboardEvent, ReactNode } from 'react'
import { isInFieldOrDialog } from '../focus/isInFieldOrDialog.ts'
import { Link } from '../Link.tsx'
import type { LinkProps } from '../Link.tsx'
import * as styles from './Menu.css.ts'

export type MenuProps = {
  /** Names the button. Among many of its kind, also names the record: "More actions for Acme". */
  label: string
  /** Shown instead of the label: an icon, initials. */
  face?: ReactNode
  look?: keyof typeof styles.look
  /** Default `start`. The sheet flips if there is no room. */
  align?: keyof typeof styles.align
  onOpen?: () => void
  /** A `MenuList`, or fields that belong to the surrounding form. */
  children: ReactNode
}

/**
 * Renders a button that opens a sheet of entries or fields: a native `<details>` that closes on
 * choosing, on Escape, and when the user turns elsewhere.
 */
export function Menu({
  label,
  face,
  look = 'button',
  align = 'start',
  onOpen,
  children,
}: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const element = details.current
    if (!element) return
    const onChoose = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a, button')) closeDetails(element)
    }
    const onElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !element.contains(target)) element.open = false
    }
    element.addEventListener('click', onChoose)
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    return () => {
      element.removeEventListener('click', onChoose)
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
    }
  }, [])

  function onKeyDown(event: KeyboardEvent<HTMLDetailsElement>) {
    const element = event.currentTarget
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0
    const closes = event.key === 'Escape'
    const moves = step !== 0 && !isInFieldOrDialog(event.target)
    if (!element.open || !(closes || moves)) return
    // Consumes the key: anything open around the menu stays open, and the page doesn't scroll.
    event.preventDefault()
    if (closes) closeDetails(element)
    else moveEntryFocus(element, step)
  }

  return (
    <details
      ref={details}
      className={styles.menu}
      onKeyDown={onKeyDown}
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
    >
      <summary className={styles.look[look]} aria-label={face ? label : undefined}>
        {face ?? label}
      </summary>
      <div className={styles.align[align]}>{children}</div>
    </details>
  )
}

export function MenuList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

export function MenuLink(props: LinkProps) {
  return (
    <li>
      <Link {...props} className={styles.entry} />
    </li>
  )
}

/**
 * Renders an entry that does something. To submit a form elsewhere, pass `type="submit"` and the
 * `form`'s ID.
 */
export function MenuEntryButton(props: ComponentPropsWithoutRef<'button'>) {
  return (
    <li>
      <button type="button" {...props} className={`${styles.entry} ${props.className ?? ''}`} />
    </li>
  )
}

/** Moves the focus back first, so that the next thing to open can return it in turn. */
function closeDetails(element: HTMLDetailsElement): void {
  element.querySelector('summary')?.focus()
  element.open = false
}

function moveEntryFocus(element: HTMLElement, step: number): void {
  const entries = [...element.querySelectorAll<HTMLElement>('li > :is(a, button:enabled)')]
  const index = entries.findIndex((entry) => entry === document.activeElement)
  const next = index < 0 && step < 0 ? -1 : index + step
  entries.at(next % entries.length)?.focus()
}
