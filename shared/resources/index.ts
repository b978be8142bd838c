import type { Resource } from '../resource.ts'
import { sizes } from './sizes.ts'

/** Every resource that list, form, API contract and tests are made from; one line each. */
export const resources: readonly Resource[] = [sizes]

/** The resource of this API name, if there is one. */
export const resourceNamed = (name: string): Resource | undefined =>
  resources.find((resource) => resource.name === name)
