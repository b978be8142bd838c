/**
 * Known mistakes in the API documents, by the beginning of the document's name. The part at `at` is
 * removed or replaced by `instead`; `why` is printed.
 */
export const mistakes: { document: string; at: string; why: string; instead?: unknown }[] = [
  {
    document: 'printful',
    at: '#/components/schemas/OAuthScope/properties/value/enum',
    why: 'The list contains webhooks/read twice but omits webhooks and stores_list/read, which are valid scopes.',
  },
  {
    document: 'printful',
    at: '#/components/schemas/OAuthScope/properties/name/enum',
    why: 'The names of the scopes missing from the list of values are missing here too.',
  },
  {
    document: 'printful',
    at: '#/paths/~1v2~1catalog-products~1{id}~1catalog-variants/get/parameters',
    why: "The example's links use limit and offset, which aren't in the list of parameters.",
    instead: [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
      { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
    ],
  },
]
