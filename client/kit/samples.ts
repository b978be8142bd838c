import { createElement } from 'react'
import type { ComponentType, ReactNode } from 'react'
import type * as styles from './Kit.css.ts'

type KitSample = { name: string; element: ReactNode }

export type KitSection = {
  title: string
  samples: readonly KitSample[]
  /** Layout of the samples; `row` by default. */
  layout?: keyof typeof styles.layout
}

/** Returns the keys of a style table, which are an element's options. */
export const getKeys = <Table extends object>(table: Table) =>
  // Object.keys returns string[] and loses the key type.
  Object.keys(table) as (keyof Table & string)[]

const toElementId = (name: string) => `kit-${name.toLowerCase().replaceAll(' ', '-')}`

type FieldIdentity = { id: string; name: string; label: string }

/** Builds one sample per state. The name of the state is part of the field's label. */
export function createFieldSamples<Props extends FieldIdentity>(
  kind: string,
  Field: ComponentType<Props>,
  states: Record<string, Omit<Props, keyof FieldIdentity>>,
): KitSample[] {
  return Object.entries(states).map(([state, props]) => {
    const name = `${kind} ${state}`
    const identity: FieldIdentity = { id: toElementId(name), name: toElementId(name), label: name }
    // Props consists of the state's properties plus these three.
    return { name, element: createElement(Field, { ...props, ...identity } as Props) }
  })
}
