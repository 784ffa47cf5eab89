/**
 * Text like that of drafts: menu ids, addresses of Mérida, what people ask the kitchen for. The squeezer's model reads it before
 * any draft, so that `Calle 60` costs three bytes instead of eight. Part of the token's format: whoever changes a
 * letter raises the version in draft_token.ts, or links already given stop opening.
 */
export const PRIMER = `\
cochinita-pibil cochinita-media cochinita-orden cochinita-torta taco-cochinita tacos-de-lechon-al-horno
sopa-de-lima panuchos-pavo salbutes-pollo papadzules codzitos kibis empanadas-chaya polcanes tostadas
queso-relleno relleno-negro relleno-blanco poc-chuc pollo-pibil pavo-en-escabeche frijol-con-puerco
mucbipollo tikin-xic pescado-frito filete-pescado camarones-al-ajillo ceviche-mixto pulpo-en-su-tinta
huevos-motulenos chilaquiles longaniza-valladolid castacan chicharron carne-ahumada brazo-de-reina
arroz-blanco frijol-colado tortillas-extra guacamole sikil-pac salsa-habanero-tamulada cebolla-morada-curtida
agua-de-chaya agua-jamaica horchata limonada-jarra agua-mineral refresco cafe-de-olla xtabentun cerveza-leon
flan-napolitano marquesita-queso-bola dulce-de-papaya caballeros-pobres helado-coco pastel-chocolate
-media-orden -entera -completa -individual -para-dos -familiar -chica -mediana -grande -pieza -3-piezas -kilo
-medio-kilo -litro -vaso -jarra -copa -botella extra-queso extra-aguacate extra-habanero adicion-
panuchos-p panuchos-3 salbutes-3 emp-chaya-3 lechon-torta dzik-2 sopa-lima-t sopa-lima-p orden-de-4 cochinita-p
Calle 60 #491 x 59 y 61, Centro, 97000 Mérida, Yucatán
Calle 47 No. 502-A entre 58 y 60, Barrio de Santa Ana, Centro, Mérida, Yuc.
C. 21 número 104 por 22 y 24, Col. García Ginerés, C.P. 97070, Mérida, Yucatán, México
Calle 35 núm. 312 int. 4, Fraccionamiento Francisco de Montejo, 97203 Mérida
Paseo de Montejo 485, Av. Itzaes, Avenida Colón, Circuito Colonias, Prolongación Montejo, Calle 62
Colonia Itzimná, Col. México Norte, Alemán, Santiago, San Sebastián, La Ermita, Mejorada, Chuburná de Hidalgo
Casa blanca con portón negro y reja verde, casa amarilla de dos pisos, tocar el timbre, frente al parque
Departamento 3, depto. 12, edificio, torre, piso 2, local 5, esquina con calle 55, junto a la tienda, a media cuadra
Hotel, recepción, habitación 204, llamar al llegar, dejar con el guardia, entrada por la calle 66
Sin cebolla, sin picante, sin habanero, poca sal, salsa aparte, sin cilantro, con todo, bien cocido, por favor. Gracias.
Alergia a la nuez, alérgico a los mariscos, sin gluten, vegetariano, es para un cumpleaños, cubiertos para cuatro
No onions, please. Not spicy. Nut allergy, extra sauce on the side, leave at the front desk, white house with a black gate
`;
