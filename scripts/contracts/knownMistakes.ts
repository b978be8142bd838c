/**
 * Known mistakes in the API documents, by the beginning of the document's name. The part at
 * `pointer` is removed or replaced by `replacement`; `reason` is printed.
 */
export const knownMistakes: {
  document: string
  pointer: string
  reason: string
  replacement?: unknown
}[] = [
  {
    document: 'printful',
    pointer: '#/components/schemas/OAuthScope/properties/value/enum',
    reason:
      'The list contains webhooks/read twice but omits webhooks and stores_list/read, which are valid scopes.',
  },
  {
    document: 'printful',
    pointer: '#/components/schemas/OAuthScope/properties/name/enum',
    reason: 'The names of the scopes missing from the list of values are missing here too.',
  },
  {
    document: 'printful',
    pointer: '#/paths/~1v2~1catalog-products~1{id}~1catalog-variants/get/parameters',
    reason: "The example's links use limit and offset, which aren't in the list of parameters.",
    replacement: [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
      { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
    ],
  },
]
