/**
 * Known mistakes in the API documents, by the beginning of the document's name. The part at `at` is
 * removed or replaced by `instead`; `why` is printed.
 */
export const mistakes: { document: string; at: string; why: string; instead?: unknown }[] = [
  {
    document: 'printful',
    at: '#/components/schemas/OAuthScope/properties/value/enum',
    why: 'The list contains webhooks/read twice, but lacks webhooks and stores_list/read, which tokens can have.',
  },
  {
    document: 'printful',
    at: '#/components/schemas/OAuthScope/properties/name/enum',
    why: 'The scopes missing from the list of values have no names here either.',
  },
  {
    document: 'printful',
    at: '#/paths/~1v2~1catalog-products~1{id}~1catalog-variants/get/parameters',
    why: "The links in the example use limit and offset, which aren't in the list.",
    instead: [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
      { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
    ],
  },
]
