import { createElement } from 'react'
import type { ComponentType, ReactNode } from 'react'
import type * as styles from './Kit.css.ts'

type KitSample = { name: string; element: ReactNode }

export type KitSection = {
  title: string
  samples: readonly KitSample[]
  /** How its samples are laid out; default `row`. */
  layout?: keyof typeof styles.layout
}

/** The keys of a table, which are an element's choices. */
export const getKeys = <Table extends object>(table: Table) =>
  // Object.keys forgets which keys it was given.
  Object.keys(table) as (keyof Table & string)[]

const toElementId = (name: string) => `kit-${name.toLowerCase().replaceAll(' ', '-')}`

type FieldIdentity = { id: string; name: string; label: string }

/** A form field in each of the states of the table; the words of a state are its label. */
export function createFieldSamples<Props extends FieldIdentity>(
  kind: string,
  Field: ComponentType<Props>,
  states: Record<string, Omit<Props, keyof FieldIdentity>>,
): KitSample[] {
  return Object.entries(states).map(([state, props]) => {
    const name = `${kind} ${state}`
    const named: FieldIdentity = { id: toElementId(name), name: toElementId(name), label: name }
    // What Props asks for is what `states` gives and these three.
    return { name, element: createElement(Field, { ...props, ...named } as Props) }
  })
}
