/**
 * 256 short, concrete English words for canaries: common enough that any tokeniser and any small model copies them
 * faithfully, harmless in any log. The order is part of the format: changing it changes what a scan's secret draws.
 */
export const words: readonly string[] = `
acorn alder amber anchor anvil apple apron arrow aspen atlas aspic badge bagel baker bamboo banjo barley barn basil basin
beacon beaver beech bench berry birch bison blanket blossom bobbin bonnet boulder bramble brass breeze brick bridge bronze brook broom
bucket buckle bugle butter button cabin cactus camel candle canoe canyon carpet carrot castle cedar cello chalk cheddar cherry chestnut
cider cinder circle citrus clover cobalt cobble cocoa comet compass copper coral cotton cove cradle crane crater cricket crocus crystal
cumin curtain cypress daisy dapple delta denim desert dingo dome dove dragon drum dune eagle easel echo elder elm ember
falcon feather fennel fern ferry fiddle field finch fjord flint flute forest fossil fountain foxglove garden garlic garnet geyser ginger
glacier glider gopher granite grape gravel grove guitar hamlet hammock harbor harvest hazel heather hedge helmet heron hickory holly honey
horizon hornet indigo iris island ivory ivy jacket jasmine jigsaw juniper kayak kernel kettle kiwi ladder lagoon lantern larch lark
laurel lavender lemon lentil lilac lily linen lizard llama lobster locket lotus lumber magnet mango maple marble marigold marsh meadow
melon meteor mint mirror mitten moss muffin mustard nectar nettle nickel nutmeg oak oasis oat olive onion opal orange orchid
otter oyster paddle palm panda pantry papaya parsley peach pebble pecan pepper petal pewter piano pigeon pillow pine plum pollen
poplar poppy prairie prism pumpkin quarry quartz quilt rabbit radish raisin raven ribbon river robin rocket saddle saffron sage
salmon sandal satin sequoia silver slate sparrow spruce starling teapot thistle timber topaz tulip velvet walnut willow
`
  .trim()
  .split(/\s+/)
