import { useEffect, useRef } from 'react'
import type { ComponentPropsWithoutRef, KeyboardEvent, ReactNode } from 'react'
import { isTyping } from '../focus/isTyping.ts'
import { Link } from '../Link.tsx'
import type { LinkProps } from '../Link.tsx'
import * as styles from './Menu.css.ts'

export type MenuProps = {
  /** Names the button; among many of its kind it says of what: "More actions for Acme". */
  label: string
  /** In place of its label: a picture, initials. */
  face?: ReactNode
  look?: keyof typeof styles.look
  /** Default `start`; the sheet turns where there is no room. */
  align?: keyof typeof styles.align
  onOpen?: () => void
  /** A `MenuList`, or fields that belong to the form around it. */
  children: ReactNode
}

/** A button that opens a sheet of entries or fields: native `<details>`, closed by choosing, Escape and turning away. */
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
    const moves = step !== 0 && !isTyping(event.target)
    if (!element.open || !(closes || moves)) return
    // The key is spent: what is open around the menu stays open, and the page does not scroll.
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

/** An entry that does something. To send a form that stands elsewhere, give `type="submit"` and the `form`'s id. */
export function MenuButton(props: ComponentPropsWithoutRef<'button'>) {
  return (
    <li>
      <button type="button" {...props} className={`${styles.entry} ${props.className ?? ''}`} />
    </li>
  )
}

/** The focus goes back first, so that what opens next can give it back in turn. */
function closeDetails(element: HTMLDetailsElement): void {
  element.querySelector('summary')?.focus()
  element.open = false
}

function moveEntryFocus(element: HTMLElement, step: number): void {
  const entries = [...element.querySelectorAll<HTMLElement>('li > :is(a, button:enabled)')]
  const at = entries.findIndex((entry) => entry === document.activeElement)
  const next = at < 0 && step < 0 ? -1 : at + step
  entries.at(next % entries.length)?.focus()
}
