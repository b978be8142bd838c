import { attributes } from '#shared/areas/attributes/attributes.ts'
import { subAttributes } from '#shared/areas/attributes/subAttributes.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { attributeHooks, attributeValueHooks } from './hooks.ts'
import { insertAttributes } from './seed.ts'

export const attributesArea = defineArea({
  name: 'attributes',
  resources: [attributes, subAttributes],
  hooks: { attributes: attributeHooks, subAttributes: attributeValueHooks },
  seed: { beforeStores: insertAttributes },
})
