/** Everyday things to ask about, in the plural: 128, none of which begins like another, and none that a bot speaks of by itself. */
export const nouns: readonly string[] = (
  'acorns anchors antelopes arrows axes bagpipes balloons bamboos banjos barrels beavers bicycles blankets bridges buckets butterflies ' +
  'cactuses camels candles carpets castles caterpillars cellos chimneys coconuts comets compasses corals crickets crowns curtains ' +
  'daisies deserts diamonds dolphins donkeys dragons drums eagles earthquakes eclipses elephants emeralds engines falcons feathers ferns ' +
  'fireflies flamingos flutes foxes galaxies geysers giraffes glaciers goats gorillas guitars hammers harbours hedgehogs helmets honeycombs ' +
  'icebergs igloos islands jaguars jellyfishes jungles kangaroos kettles kites koalas ladders lanterns lemons leopards lighthouses lizards ' +
  'lobsters magnets mammoths mangoes meadows meteors mirrors monsoons mosaics mountains mushrooms needles nests oaks oceans octopuses ' +
  'olives onions orchids ostriches otters owls oysters paintbrushes parrots peacocks pebbles penguins pianos pineapples planets pyramids quails ' +
  'rabbits rainbows ravens reindeers roses sandals saxophones scorpions seahorses spiders submarines tulips umbrellas volcanoes walnuts zebras'
).split(' ')
