import { createElement } from 'react'
import type { ComponentType, ReactNode } from 'react'
import type * as styles from './Kit.css.ts'

type Sample = { name: string; element: ReactNode }

export type Section = {
  title: string
  samples: readonly Sample[]
  /** How its samples are laid out; default `row`. */
  layout?: keyof typeof styles.layout
}

/** The keys of a table, which are an element's choices. */
export const keysOf = <Table extends object>(table: Table) =>
  // Object.keys forgets which keys it was given.
  Object.keys(table) as (keyof Table & string)[]

const idOf = (name: string) => `kit-${name.toLowerCase().replaceAll(' ', '-')}`

type Named = { id: string; name: string; label: string }

/** A form field in each of the states of the table; the words of a state are its label. */
export function fieldSamples<Props extends Named>(
  kind: string,
  Field: ComponentType<Props>,
  states: Record<string, Omit<Props, keyof Named>>,
): Sample[] {
  return Object.entries(states).map(([state, props]) => {
    const name = `${kind} ${state}`
    const named: Named = { id: idOf(name), name: idOf(name), label: name }
    // What Props asks for is what `states` gives and these three.
    return { name, element: createElement(Field, { ...props, ...named } as Props) }
  })
}
